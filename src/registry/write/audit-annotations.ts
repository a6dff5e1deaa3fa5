/** Takes what is told of a request besides what was asked and answered, where requests are recorded. */
export interface AuditAnnotations {
  annotate(key: string, value: string): void
}
