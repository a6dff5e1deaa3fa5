const SCHEMA = 'X-Kubernetes-Pf-Flowschema-Uid'
const LEVEL = 'X-Kubernetes-Pf-Prioritylevel-Uid'
const UID = /^[\x21-\x7e]+$/

/** The headers that name the flow schema and the priority level of a request. */
export class FlowHeaders {
  readonly schemaUid: string
  readonly levelUid: string
  /** The headers in a head of HTTP/1.1. */
  readonly lines: string

  private constructor(schemaUid: string, levelUid: string) {
    this.schemaUid = schemaUid
    this.levelUid = levelUid
    this.lines = `${SCHEMA}: ${schemaUid}\r\n${LEVEL}: ${levelUid}\r\n`
  }

  /** Undefined if an object has no uid, or none that can be a header. */
  static of(schemaUid: string, levelUid: string): FlowHeaders | undefined {
    return UID.test(schemaUid) && UID.test(levelUid) ? new FlowHeaders(schemaUid, levelUid) : undefined
  }

  addTo(headers: Record<string, string | number>): void {
    headers[SCHEMA] = this.schemaUid
    headers[LEVEL] = this.levelUid
  }
}
