// Reads Server-Sent Events from the body of an answer.

/**
 * Reads the events of an answer. Data is JSON. The wait that a server asks for
 * before somebody connects again comes as an event of the kind "retry".
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [alive] called for whatever comes, heartbeats included
 * @returns {AsyncGenerator<{ kind: string, data: any }>}
 */
export async function* events(body, alive = () => {}) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (/** @type {string} */ name) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1].trimEnd();
      const retry = field("retry");
      if (retry) yield { kind: "retry", data: Number(retry) };
      const data = field("data");
      if (data) yield { kind: field("event") ?? "message", data: JSON.parse(data) };
    }
  }
}
