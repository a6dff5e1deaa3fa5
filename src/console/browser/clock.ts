/** The time of this computer, in milliseconds since 1970. */
export const now = (): number => performance.timeOrigin + performance.now()
