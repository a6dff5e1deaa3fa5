import { ApiError, badRequest, ERRORS, type ErrorName } from '#meta/api-error.js'

/** Of any client. */
type Response = AsyncIterable<Buffer> & { readonly statusCode?: number | undefined }

/** How much of a response an error quotes. */
const MAX_TEXT = 50_000

export const internal = (why: string) => new ApiError('internal', `Internal error occurred: ${why}`)

/** What a response without a result says in kube-apiserver. */
const MESSAGES: Readonly<Partial<Record<ErrorName, string>>> = {
  unauthorized: 'the server has asked for the client to provide credentials',
  notFound: 'the server could not find the requested resource',
  methodNotAllowed: 'the server does not allow this method on the requested resource',
  notAcceptable: 'the server was unable to respond with a content type that the client supports',
  conflict: 'the server reported a conflict',
  serviceUnavailable: 'the server is currently unable to handle the request',
  timeout:
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  tooManyRequests: 'the server has received too many requests and has asked us to try again later',
}

/** The error for a client whose request a kubelet refuses. `what` is the resource and the name of the object. */
export async function responseError(response: Response, what: string): Promise<ApiError> {
  const { statusCode = 0 } = response
  const text = await textOf(response)
  if (statusCode >= 300 && statusCode < 400) return internal('redirects forbidden')
  if (statusCode === 500) return internal(text)
  if (statusCode === 400) return badRequest(text)
  if (statusCode === 403) return new ApiError('forbidden', `${text} ( ${what})`)
  const known = (Object.keys(MESSAGES) as ErrorName[]).find((name) => ERRORS[name].code === statusCode)
  if (known !== undefined) return new ApiError(known, `${MESSAGES[known]} ( ${what})`)
  return internal(`the node responded with ${statusCode}: ${text}`)
}

/** The beginning of a body. */
export async function textOf(response: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  try {
    for await (const chunk of response) {
      text += chunk
      if (text.length >= MAX_TEXT) break
    }
  } catch {
    // The rest is lost.
  }
  return text.slice(0, MAX_TEXT).trim()
}
