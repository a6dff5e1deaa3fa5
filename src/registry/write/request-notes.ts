/** Takes what is told of a request besides what was asked and answered, where requests are recorded. */
export interface RequestNotes {
  annotate(key: string, value: string): void
}
