import type { Channel } from '#http/connection/channel.js'
import type { ListenerLimits } from './listener-limits.js'
import type { UnsentBudget } from './unsent-budget.js'

/**
 * Why a client was disconnected: it read nothing for too long, or the queued bytes of all clients exceed the budget.
 */
export const CUT_REASONS = ['timeout', 'budget'] as const
export type CutReason = (typeof CUT_REASONS)[number]

export interface SlowClientsOptions {
  readonly channels: Iterable<Channel>
  readonly budget: UnsentBudget
  readonly limits: Pick<ListenerLimits, 'sendTimeoutMs' | 'streamSendTimeoutMs' | 'inspectionMs'>
  readonly onCut: (reason: CutReason) => void
}

/**
 * Disconnects clients that read nothing for a while and, when the queued bytes exceed the budget, those with the most
 * queued bytes.
 *
 * Channels are inspected periodically, so that a fast response costs nothing.
 */
export class SlowClients {
  readonly #parts: SlowClientsOptions
  #timer: NodeJS.Timeout | undefined
  /** Queued bytes at the last inspection. */
  #unsentBytes = 0

  constructor(parts: SlowClientsOptions) {
    this.#parts = parts
  }

  get unsentBytes(): number {
    return this.#unsentBytes
  }

  start(): void {
    this.#timer = setInterval(() => this.inspect(), this.#parts.limits.inspectionMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  inspect(): void {
    const { channels, budget, limits } = this.#parts
    const behind: { readonly channel: Channel; readonly unsent: number }[] = []
    let total = budget.shared.bytes
    for (const channel of channels) {
      const unsent = channel.unsentBytes
      if (unsent === 0) continue
      const { sendTimeoutMs, streamSendTimeoutMs } = limits
      if (channel.isOverdue(channel.isStreaming ? streamSendTimeoutMs : sendTimeoutMs)) {
        this.cut(channel, 'timeout')
        continue
      }
      behind.push({ channel, unsent })
      total += channel.unsharedBytes
    }
    this.#unsentBytes = total
    if (total <= budget.limit) return
    behind.sort((one, other) => other.unsent - one.unsent)
    let excess = total - budget.limit
    for (const { channel, unsent } of behind) {
      if (excess <= 0) break
      excess -= unsent
      this.cut(channel, 'budget')
    }
    // Shared bytes are freed only after the last channel is cut.
    setImmediate(() => this.inspect())
  }

  cut(channel: Channel, reason: CutReason): void {
    if (channel.socket.destroyed) return
    this.#parts.onCut(reason)
    channel.cut()
  }
}
