package nats

import "encoding/json"

// mostPresence is how many messages from other nodes may wait for a reader.
const mostPresence = 16

// AnnouncePresence tells other nodes which people at a table are connected
// here. It never waits.
func (b *Bus) AnnouncePresence(id string, people []int) {
	data, err := json.Marshal(people)
	if err != nil {
		return // numbers can be written
	}
	subject := b.prefix + "cry." + token(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.presence[subject]; ok || len(b.presence) < mostTables {
		b.presence[subject] = data
		b.nudge()
	}
}

// SubscribePresence returns what other nodes announce about a table.
func (b *Bus) SubscribePresence(id string) (<-chan []int, func()) {
	c := make(presenceReader, mostPresence)
	return c, b.listen(b.prefix+"cry."+token(id), c)
}

// presenceReader is the channel of one listener.
type presenceReader chan []int

func (c presenceReader) hear(data []byte) {
	var people []int
	if json.Unmarshal(data, &people) != nil {
		return
	}
	for {
		select {
		case c <- people:
			return
		default:
		}
		select {
		case <-c: // drop the oldest
		default:
		}
	}
}

// lookAgain does nothing: presence is announced again every few seconds.
func (c presenceReader) lookAgain() {}
