/** What an event says. */
export interface EventText {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

export const normal = (reason: string, message: string): EventText => ({ type: 'Normal', reason, message })
export const warning = (reason: string, message: string): EventText => ({ type: 'Warning', reason, message })
