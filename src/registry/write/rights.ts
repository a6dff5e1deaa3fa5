/** What else the sender of a request may do with what the request is about: the same resource, under the same name. */
export interface Rights {
  can(verb: string): boolean
  /** Throws `forbidden`. */
  expect(verb: string): void
}
