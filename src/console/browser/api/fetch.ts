import { ApiFailure, failureOf, unreachable } from '#console/model/api/failure.js'
import { ACCEPT, withQuery } from '#console/model/api/resource.js'
import { mustSignIn, token } from './credentials.js'

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly accept?: string
  readonly signal?: AbortSignal
  /** Gets the status of the response: 201 if something was created. */
  readonly received?: (status: number) => void
}

export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** Every request says who writes, so that managed fields do. */
export const FIELD_MANAGER = 'binnacle-console'

/** Reads JSON. Rejects with an `ApiFailure`, also when the server cannot be reached. */
export const fetchJson = <Result>(path: string, options: RequestOptions = {}): Promise<Result> =>
  request('GET', path, options)

export const create = <Result>(path: string, body: unknown, options: RequestOptions = {}): Promise<Result> =>
  request('POST', path, options, JSON.stringify(body), 'application/json')

export const replace = <Result>(path: string, body: unknown, options: RequestOptions = {}): Promise<Result> =>
  request('PUT', path, options, JSON.stringify(body), 'application/json')

/** A string is sent as it is: `apply` takes YAML. */
export const patch = <Result>(
  path: string,
  type: keyof typeof PATCH_TYPES,
  body: unknown,
  options: RequestOptions = {},
): Promise<Result> =>
  request('PATCH', path, options, typeof body === 'string' ? body : JSON.stringify(body), PATCH_TYPES[type])

/** Deletes an object, with the objects it owns unless `body` says otherwise. */
export const remove = <Result>(
  path: string,
  body: unknown = { propagationPolicy: 'Background' },
  options: RequestOptions = {},
): Promise<Result> => request('DELETE', path, options, JSON.stringify(body), 'application/json')

async function request<Result>(
  method: string,
  path: string,
  { query = {}, accept = ACCEPT.object, signal, received }: RequestOptions,
  body?: string,
  type?: string,
): Promise<Result> {
  const headers: Record<string, string> = { Accept: accept }
  if (token.value !== undefined) headers.Authorization = `Bearer ${token.value}`
  if (type !== undefined) headers['Content-Type'] = type
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const url = withQuery(path, { ...(isWrite ? { fieldManager: FIELD_MANAGER } : {}), ...query })
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
      redirect: 'error',
    })
    text = await response.text()
  } catch (error) {
    throw new ApiFailure(unreachable(error))
  }
  received?.(response.status)
  const read = parsed(text)
  if (response.ok) return read as Result
  if (response.status === 401) mustSignIn.value = true
  throw new ApiFailure(failureOf(response.status, read))
}

/** JSON, or the text if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
