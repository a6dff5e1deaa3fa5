/** Where events are written to. */
export interface Sink {
  /**
   * Writes a part of the bytes at least, and resolves with how many. What is left is offered again. Rejects when none could be
   * written.
   */
  write(bytes: Buffer): Promise<number>
  close(): Promise<void>
}
