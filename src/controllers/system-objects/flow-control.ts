import type { ApiObject } from '#meta/object-meta.js'
import type { SystemObject } from './system-object.js'

/** Says whether the server updates an object that clients can change. */
const UPDATED_BY_SERVER = 'apf.kubernetes.io/autoupdate-spec'

interface Named<S = unknown> {
  readonly name: string
  readonly spec: S
}

interface Specs<S = unknown> {
  /** The server restores their specs. */
  readonly mandatory: readonly Named<S>[]
  /** The server restores the specs of those that no client has taken over. */
  readonly suggested: readonly Named<S>[]
}

/** The priority levels and flow schemas of every server. */
export interface FlowControl {
  readonly levels: Specs
  readonly schemas: Specs<{ readonly priorityLevelConfiguration: { readonly name: string } }>
}

export function flowControlObjects({ levels, schemas }: FlowControl): readonly SystemObject[] {
  return [
    ...levels.mandatory.map((level) => priorityLevel(level, () => true)),
    ...levels.suggested.map((level) => priorityLevel(level, isUpdatedByServer)),
    ...schemas.mandatory.map((schema) => flowSchema(schema, () => true)),
    ...schemas.suggested.map((schema) => flowSchema(schema, isUpdatedByServer)),
  ]
}

type Restorable = (object: ApiObject) => boolean

/** Without a clear annotation, an object that was never changed. */
function isUpdatedByServer({ metadata: { annotations, generation } }: ApiObject): boolean {
  const written = annotations?.[UPDATED_BY_SERVER]
  return written === 'true' || (written !== 'false' && generation === 1)
}

const priorityLevel = ({ name, spec }: Named, isRestorable: Restorable): SystemObject => ({
  prefix: 'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations/',
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind: 'PriorityLevelConfiguration',
  name,
  annotations: { [UPDATED_BY_SERVER]: 'true' },
  hasGeneration: true,
  content: () => ({ spec, status: {} }),
  // Clients may change the shares of the level for requests without a limit.
  restore: name === 'exempt' ? undefined : restoring(spec, isRestorable),
})

const flowSchema = (
  { name, spec }: FlowControl['schemas']['mandatory'][number],
  isRestorable: Restorable,
): SystemObject => ({
  prefix: 'flowcontrol.apiserver.k8s.io/flowschemas/',
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind: 'FlowSchema',
  name,
  annotations: { [UPDATED_BY_SERVER]: 'true' },
  hasGeneration: true,
  content: (now) => ({
    spec,
    status: {
      conditions: [
        {
          type: 'Dangling',
          status: 'False',
          lastTransitionTime: now,
          reason: 'Found',
          message: `This FlowSchema references the PriorityLevelConfiguration object named "${spec.priorityLevelConfiguration.name}" and it exists`,
        },
      ],
    },
  }),
  restore: restoring(spec, isRestorable),
})

function restoring(spec: unknown, isRestorable: Restorable): SystemObject['restore'] {
  const text = JSON.stringify(spec)
  return (object) => {
    if (JSON.stringify(object.spec) === text || !isRestorable(object)) return
    object.spec = JSON.parse(text)
    object.metadata.generation = (object.metadata.generation ?? 0) + 1
  }
}
