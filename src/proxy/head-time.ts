/** How long the head of a response may take. Servers give up after a minute themselves. */
const HEAD_MS = 70_000

/** A log starts with its first line, and streams last for hours: kube-apiserver does not limit their time either. */
const STREAMS = /\/(?:pods|services|nodes)\/[^/]+\/(?:attach|exec|log|portforward|proxy)(?:\/|$)/
const WATCH = /[?&]watch=(?:1|t|true)(?:&|$)/i

/** How long the head of the response to a request may take, in milliseconds; undefined without a limit. */
export function headTime(path: string): number | undefined {
  const [resource = ''] = path.split('?', 1)
  return STREAMS.test(resource) || WATCH.test(path) ? undefined : HEAD_MS
}
