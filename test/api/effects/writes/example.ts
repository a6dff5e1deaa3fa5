import type { Json } from '#test/support/client.js'

/** A request, and what its response has. */
export interface Step {
  /** Method and path. */
  readonly request: string
  readonly body?: Json | ((last: Json) => Json)
  /** The values at paths of the response; a pattern matches text, and undefined means absent. */
  readonly has?: Readonly<Record<string, unknown>>
  /** Any success, if it is not given. */
  readonly code?: number
  readonly contentType?: string
}

/** What the server does with a write besides storing it: each step is sent after the one before. */
export interface EffectExample {
  readonly kind: string
  /** When it does so. */
  readonly on: string
  /** How the effect is described; its beginning. */
  readonly effect: string
  readonly steps: readonly Step[]
}

export const effect = (
  kind: string,
  on: string,
  effect: string,
  ...steps: readonly Step[]
): EffectExample => ({
  kind,
  on,
  effect,
  steps,
})

type Has = Step['has']
type Content = Step['body']

const step =
  (method: string) =>
  (path: string, body?: Content, has?: Has, code?: number): Step => ({
    request: `${method} ${path}`,
    ...(body !== undefined && { body }),
    ...(has !== undefined && { has }),
    ...(code !== undefined && { code }),
  })

export const post = step('POST')
export const put = step('PUT')
export const patch = step('PATCH')
export const remove = (path: string, has?: Has, code?: number, body?: Content) =>
  step('DELETE')(path, body, has, code)
export const get = (path: string, has?: Has, code?: number) => step('GET')(path, undefined, has, code)

/** A server-side apply. */
export const apply = (path: string, body: Content, has?: Has): Step => ({
  ...patch(`${path}?fieldManager=applier&force=true`, body, has),
  contentType: 'application/apply-patch+yaml',
})

/** A list by a field selector: the names of the objects that are found, or the error. */
export const select = (path: string, selector: string, ...names: readonly string[]): Step =>
  get(`${path}?fieldSelector=${encodeURIComponent(selector)}`, { 'items[].metadata.name': names })

export const rejected = (path: string, selector: string, message: string): Step =>
  get(`${path}?fieldSelector=${encodeURIComponent(selector)}`, { message }, 400)

/** The previous response with a part replaced, for a PUT. */
export const changed =
  (part: Json) =>
  (last: Json): Json => ({ ...last, ...part })

export const named = (name: string, content: Json = {}): Json => ({
  ...content,
  metadata: { name, ...content.metadata },
})
