// Package push sends notices to browsers, even closed ones, by Web Push
// (RFC 8030). Only the browser can decrypt them (RFC 8291), and the key of the
// server signs them (RFC 8292).
//
//	key, err := push.NewKey() // once: browsers bind their subscriptions to it
//	sender := push.NewSender(push.Config{Key: key})
//	defer sender.Close()
//	sender.Offer(subscription, push.Message{Body: body, TTL: time.Hour}, forget)
//
// Strangers decide where a notice goes, because their browsers name the push
// service. So a sender connects by TLS to public addresses only, and a slow
// service delays nobody else.
package push
