import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { flowSchema } from '#kinds/flowcontrol/flowschema/index.js'
import type { FlowSchema } from '#kinds/flowcontrol/flowschema/schema.js'
import { priorityLevelConfiguration } from '#kinds/flowcontrol/prioritylevelconfiguration/index.js'
import { ApiError } from '#meta/api-error.js'
import type { ResourceStore } from '#registry/store.js'
import { currentTime } from '#schema/times.js'

/** The only work item: all flow schemas. */
const ALL = {}
const DANGLING = 'Dangling'

/** Reports flow schemas whose priority level does not exist. */
export class FlowSchemaStatusController extends QueueController<typeof ALL> {
  readonly name = 'flow-schema-status'

  constructor(context: ControllerContext) {
    super(context, 1)
  }

  protected follow(): readonly (() => void)[] {
    return [
      this.context.feed.follow(
        () => this.add(ALL),
        (kind) => kind === flowSchema || kind === priorityLevelConfiguration,
      ),
    ]
  }

  protected lead(): Iterable<typeof ALL> {
    return [ALL]
  }

  protected onFailure(_: typeof ALL, err: unknown, failures: number): void {
    this.context.logger.warn({ err, failures }, 'failed to update the status of flow schemas')
  }

  protected async work(): Promise<void> {
    const { feed } = this.context
    const levels = new Set(feed.objectsOf(priorityLevelConfiguration).map(({ name }) => name))
    for (const { json } of feed.objectsOf(flowSchema)) {
      if (!this.isLeading) return
      const schema = JSON.parse(json.toString()) as FlowSchema
      const isUsable = schema.spec?.priorityLevelConfiguration !== undefined
      if (isUsable && !isReported(schema, levels)) await this.#report(schema.metadata.name ?? '', levels)
    }
  }

  async #report(name: string, levels: ReadonlySet<string>): Promise<void> {
    const store = this.context.stores.ofKind(flowSchema) as ResourceStore<FlowSchema> | undefined
    await store?.writer
      .modify(undefined, name, {
        retry: true,
        mode: 'status',
        next: (current) => this.#reported(current.copy(), levels),
      })
      .catch(unlessGone)
  }

  #reported(schema: FlowSchema, levels: ReadonlySet<string>): FlowSchema {
    if (isReported(schema, levels)) return schema
    const { name } = schema.spec.priorityLevelConfiguration
    const exists = levels.has(name)
    const level = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(name)}`
    const condition = {
      type: DANGLING,
      status: exists ? 'False' : 'True',
      lastTransitionTime: currentTime(this.context.clock),
      reason: exists ? 'Found' : 'NotFound',
      message: exists ? `${level} and it exists` : `${level} but there is no such object`,
    }
    const others = schema.status?.conditions?.filter(({ type }) => type !== DANGLING) ?? []
    schema.status = { ...schema.status, conditions: [...others, condition] }
    return schema
  }
}

function isReported({ spec, status }: FlowSchema, levels: ReadonlySet<string>): boolean {
  const { name } = spec.priorityLevelConfiguration
  const condition = status?.conditions?.find(({ type }) => type === DANGLING)
  if (condition === undefined) return false
  const isDangling = levels.has(name) ? 'False' : 'True'
  return (
    condition.status === isDangling && condition.message?.includes(`named ${JSON.stringify(name)} `) === true
  )
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.error === 'notFound')) throw error
}
