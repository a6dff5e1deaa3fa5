/** Takes events, as lines of JSON with their line breaks. */
export interface EventLog {
  append(lines: string, isAscii: boolean, events: number): void
  appendEncoded(event: EncodedEvent): void
}

/** An event that needs no text: it is written into the memory of the log as it is. */
export interface EncodedEvent {
  /** In bytes. */
  readonly length: number
  writeTo(bytes: Uint8Array, at: number): void
}
