/** A request was not sent or failed: no response, a timeout, a response that is too large or is not JSON. */
export class MemberUnreachable extends Error {
  override readonly name: string = 'MemberUnreachable'
}

/** A response is too large or too deeply nested to parse. A retry is likely to fail again. */
export class ResponseRefused extends MemberUnreachable {
  override readonly name = 'ResponseRefused'
}
