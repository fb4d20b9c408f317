// Package push sends notices to browsers that are closed, by Web Push
// (RFC 8030), encrypted for the browser alone (RFC 8291) and signed with the
// server's own key (RFC 8292).
//
//	key, err := push.OpenKey("push.pem") // made at the first start
//	sender := push.NewSender(push.Config{Key: key})
//	defer sender.Close()
//	sender.Offer(subscription, push.Message{Body: body, TTL: time.Hour}, forget)
//
// Where a notice goes is said by browsers, that is by strangers, so a sender
// speaks TLS to public addresses only, and never waits for any of them.
package push
