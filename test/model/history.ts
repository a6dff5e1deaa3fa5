import assert from 'node:assert/strict'

/** The facts about an object that distinguish its versions. */
export interface Seen {
  readonly key: string
  readonly revision: number
  readonly labels: Readonly<Record<string, string>>
}

export type SeenType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** One event of a stream. A deletion has the last object, with the version of the deletion. */
export interface SeenEvent extends Seen {
  readonly type: SeenType
}

export type Filter = (object: Seen) => boolean

/** Every change of a collection, in order, as a watch without a filter has delivered it. */
export class History {
  readonly events: SeenEvent[] = []

  add(event: SeenEvent): void {
    const last = this.events.at(-1)
    assert.ok(
      last === undefined || event.revision > last.revision,
      `events come in order: ${event.revision} after ${last?.revision}`,
    )
    this.events.push(event)
  }

  /** The state at a revision. Revisions must not decrease between calls. */
  states(): (revision: number) => ReadonlyMap<string, Seen> {
    const state = new Map<string, Seen>()
    let next = 0
    return (revision) => {
      for (; next < this.events.length; next++) {
        const event = this.events[next] as SeenEvent
        if (event.revision > revision) break
        if (event.type === 'DELETED') state.delete(event.key)
        else state.set(event.key, event)
      }
      return state
    }
  }

  /** The events that a watch with a filter must deliver between two revisions. */
  *expected(after: number, upTo: number, filter: Filter): Generator<SeenEvent> {
    const state = new Map(this.states()(after))
    for (const event of this.events) {
      if (event.revision <= after) continue
      if (event.revision > upTo) return
      const before = state.get(event.key)
      const matched = before !== undefined && filter(before)
      const matches = event.type !== 'DELETED' && filter(event)
      if (matches) yield { ...event, type: matched ? 'MODIFIED' : 'ADDED' }
      else if (matched)
        yield { key: event.key, revision: event.revision, labels: before.labels, type: 'DELETED' }
      if (event.type === 'DELETED') state.delete(event.key)
      else state.set(event.key, event)
    }
  }
}
