/** Takes events, as lines of JSON with their line breaks. */
export interface EventLog {
  append(lines: string, isAscii: boolean, events: number): void
  /** The bytes are copied: they may change afterwards. */
  appendBytes(lines: Uint8Array, events: number): void
}
