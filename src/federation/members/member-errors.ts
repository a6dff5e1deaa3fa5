/** A member was not asked, or did not answer as it has to: not at all, too late, with too much, or with something else than JSON. */
export class MemberUnreachable extends Error {
  override readonly name: string = 'MemberUnreachable'
}

/** A response is larger than is parsed here, or nests deeper. The same request is likely to be answered so again. */
export class ResponseRefused extends MemberUnreachable {
  override readonly name = 'ResponseRefused'
}
