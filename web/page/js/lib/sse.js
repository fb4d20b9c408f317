// Reads Server-Sent Events from the body of an answer.

/**
 * Reads Server-Sent Events of an answer.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const kind = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (kind && data) yield { kind, data: JSON.parse(data) };
    }
  }
}
