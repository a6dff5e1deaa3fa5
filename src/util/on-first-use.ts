/** Makes something when it is asked for the first time, and keeps it. What fails is tried again the next time. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
