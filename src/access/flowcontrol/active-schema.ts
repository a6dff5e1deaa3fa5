import type { FlowHeaders } from '#http/response/flow-headers.js'
import { Flow, type FlowSchemaOf } from './flow.js'
import type { SchemaMetrics } from './flow-metrics.js'
import type { PriorityLevel } from './priority-level.js'
import type { Rules } from './rule-matching.js'

/** Maximum number of idle flows in memory, per flow schema. */
const MAX_IDLE = 1_000

export type DistinguisherMethod = 'ByUser' | 'ByNamespace' | undefined

/** A flow schema whose priority level exists. */
export class ActiveSchema implements FlowSchemaOf<PriorityLevel> {
  readonly name: string
  readonly method: DistinguisherMethod
  readonly rules: readonly Rules[]
  readonly level: PriorityLevel
  readonly headers: FlowHeaders | undefined
  readonly metrics: SchemaMetrics
  readonly #flows = new Map<string, Flow<PriorityLevel>>()

  constructor(
    { name, method, rules }: Pick<ActiveSchema, 'name' | 'method' | 'rules'>,
    level: PriorityLevel,
    headers: FlowHeaders | undefined,
    metrics: SchemaMetrics,
  ) {
    this.name = name
    this.method = method
    this.rules = rules
    this.level = level
    this.headers = headers
    this.metrics = metrics
  }

  flowOf(user: string, namespace: string | undefined): Flow<PriorityLevel> {
    const { method } = this
    const distinguisher = method === 'ByUser' ? user : method === 'ByNamespace' ? (namespace ?? '') : ''
    let flow = this.#flows.get(distinguisher)
    if (flow === undefined) {
      if (this.#flows.size >= MAX_IDLE) this.#forgetIdle()
      flow = new Flow(this, distinguisher)
      this.#flows.set(distinguisher, flow)
    }
    return flow
  }

  #forgetIdle(): void {
    for (const [name, { requests }] of this.#flows) if (requests === 0) this.#flows.delete(name)
  }
}
