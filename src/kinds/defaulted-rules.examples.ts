import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import { given, notNegative, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import type { BuiltInKind, ServedVersion } from '#registry/kind.js'
import { whenDone } from '#util/async/slices.js'
import { validatingAdmissionPolicy } from './admissionregistration/validatingadmissionpolicy/index.js'
import { daemonSet } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaSet } from './apps/replicaset/index.js'
import { statefulSet } from './apps/statefulset/index.js'
import { cronJob } from './batch/cronjob/index.js'
import { currentVersion, decodeNew, template, validateReport } from './example-objects.fixture.js'
import { ingressClass } from './networking/ingressclass/index.js'

/**
 * Rules that no request can break, because a default applies. They still hold for objects that the server makes or
 * reads itself.
 */

const FULL_SPEC = {
  template: template({
    containers: [
      {
        name: 'main',
        image: 'web:1',
        ports: [{ containerPort: 80 }],
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
        livenessProbe: { httpGet: { port: 80 } },
      },
    ],
    volumes: [{ name: 'v' }],
  }),
}

/** The body names the path of the field to remove after the defaults are set. */
const without = (...path: (string | number)[]) => ({ path })

const table = (
  type: string,
  definition: ServedVersion,
  spec: object,
  examples: RuleTable['examples'],
): RuleTable => ({
  type,
  kind: definition.kind,
  at: 'spec',
  validate({ path = [] }) {
    const object = decodeNew(definition, { spec: { ...FULL_SPEC, ...spec } })
    const steps = ['spec', ...(path as (string | number)[])]
    const last = steps.pop() as string
    let holder = object as unknown as Record<string, unknown>
    for (const step of steps) holder = holder[step] as Record<string, unknown>
    if (steps.length > 0) holder[last] = undefined
    const errors = new FieldErrors()
    definition.rules.validate?.(object, errors)
    return whenDone(definition.rules.validateCreate?.(object, errors), () => errors.all)
  },
  examples,
})

const POD = ['template', 'spec'] as const
const MAIN = [...POD, 'containers', 0] as const
const AT_MAIN = 'template.spec.containers[0]'

export const defaultedDeploymentRules = table(
  'Deployment, after defaults',
  deployment.storageVersion as ServedVersion,
  {},
  [
    required(
      'strategy.rollingUpdate',
      'is required with RollingUpdate',
      'this should be defaulted and never be nil',
      without('strategy', 'rollingUpdate'),
      {},
    ),
    given('template.spec.restartPolicy', without(...POD, 'restartPolicy'), {}, [
      'template.spec.restartPolicy',
    ]),
    given('template.spec.dnsPolicy', without(...POD, 'dnsPolicy'), {}),
    given(`${AT_MAIN}.imagePullPolicy`, without(...MAIN, 'imagePullPolicy'), {}),
    required(
      `${AT_MAIN}.terminationMessagePolicy`,
      'is required',
      "must be 'File' or 'FallbackToLogsOnError'",
      without(...MAIN, 'terminationMessagePolicy'),
      {},
    ),
    given(`${AT_MAIN}.ports[0].protocol`, without(...MAIN, 'ports', 0, 'protocol'), {}),
    given(
      `${AT_MAIN}.env[0].valueFrom.fieldRef.apiVersion`,
      without(...MAIN, 'env', 0, 'valueFrom', 'fieldRef', 'apiVersion'),
      {},
    ),
    given(`${AT_MAIN}.livenessProbe.httpGet.path`, without(...MAIN, 'livenessProbe', 'httpGet', 'path'), {}),
    required(
      'template.spec.volumes[0]',
      'must have a source',
      'must specify a volume type',
      without(...POD, 'volumes', 0, 'emptyDir'),
      {},
    ),
  ],
)

export const defaultedDaemonSetRules = table(
  'DaemonSet, after defaults',
  daemonSet.storageVersion as ServedVersion,
  { updateStrategy: { type: 'RollingUpdate' } },
  [given('updateStrategy.rollingUpdate', without('updateStrategy', 'rollingUpdate'), {})],
)

/** Of an object of a current group. */
const tableOf = <O extends ApiObject>(kind: BuiltInKind<O>, spec: object, ...fields: readonly string[]) => {
  const version = currentVersion(kind)
  return table(
    `${version.kind} of ${version.group}/${version.version}, after defaults`,
    version,
    spec,
    fields.map((field) => given(field, without(...field.split('.')), {})),
  )
}

const SELECTED = { selector: { matchLabels: { app: 'web' } } }
/** The server drops the count from a new status. It stays in an object that has it. */
const countedReplicas = <O extends ApiObject>(kind: BuiltInKind<O>): RuleTable => {
  const version = currentVersion(kind)
  return {
    type: `${version.kind} that has terminatingReplicas`,
    kind: version.kind,
    on: 'status',
    at: 'status',
    validate: (status) =>
      validateReport(version, { spec: FULL_SELECTED, status: { terminatingReplicas: 1 } }, status),
    examples: [notNegative('terminatingReplicas', { terminatingReplicas: -1 }, { terminatingReplicas: 2 })],
  }
}

const MATCHED = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
}

const FULL_SELECTED = { ...FULL_SPEC, ...SELECTED }

export const defaultedRules = [
  countedReplicas(deployment),
  countedReplicas(replicaSet),
  tableOf(daemonSet, SELECTED, 'updateStrategy.rollingUpdate'),
  tableOf(statefulSet, SELECTED, 'podManagementPolicy'),
  {
    ...tableOf(statefulSet, SELECTED),
    examples: [given('updateStrategy', without('updateStrategy', 'type'), {})],
  },
  tableOf(
    cronJob,
    { schedule: '* * * * *', jobTemplate: { spec: { template: template({ restartPolicy: 'Never' }) } } },
    'concurrencyPolicy',
  ),
  tableOf(
    ingressClass,
    { controller: 'example.com/a', parameters: { kind: 'A', name: 'a' } },
    'parameters.scope',
  ),
  tableOf(
    validatingAdmissionPolicy,
    { matchConstraints: MATCHED, validations: [{ expression: 'true' }] },
    'failurePolicy',
    'matchConstraints.matchPolicy',
    'matchConstraints.namespaceSelector',
    'matchConstraints.objectSelector',
  ),
]
