import type { ControllerContext, Leadership } from './controller.js'

/** What a server does by itself. Simulated workloads and the federation have options of their own. */
export const CONTROLLERS = [
  'authentication-info',
  'bootstrap-policy',
  'definitions',
  'event-ttl',
  'flow-schema-status',
  'garbage-collector',
  'legacy-token-tracking',
  'namespaces',
  'revision-history',
  'role-aggregation',
  'service-accounts',
  'service-cidr-controller',
  'serviceaccount-token-controller',
  'storage-protection',
  'system-objects',
  'validating-admission-policy-status',
] as const
export type ControllerName = (typeof CONTROLLERS)[number]

/** Enables every controller that is not disabled by name or by default. */
const ALL = '*'
/** They would change objects that clients of a server without a cluster expect as they wrote them. */
const OFF_BY_DEFAULT: ReadonlySet<ControllerName> = new Set(['service-cidr-controller'])

export interface ControllersConfig {
  /** As `--controllers` of kube-controller-manager: `*`, names, and names after `-`. */
  readonly controllers: readonly string[]
}

export const DEFAULT_CONTROLLERS: ControllersConfig = { controllers: [ALL] }

const CHOICES: ReadonlySet<string> = new Set([ALL, ...CONTROLLERS.flatMap((name) => [name, `-${name}`])])

export const isControllerChoice = (text: string) => CHOICES.has(text)

/** The first choice that names the controller decides, then `*`. */
export function isControllerEnabled(name: ControllerName, { controllers }: ControllersConfig): boolean {
  const choice = controllers.find((choice) => choice === name || choice === `-${name}`)
  return choice === undefined ? controllers.includes(ALL) && !OFF_BY_DEFAULT.has(name) : choice === name
}

/** With what simulated workloads need. */
export const withSimulation = ({ controllers }: ControllersConfig): ControllersConfig => ({
  controllers: [...controllers, ...OFF_BY_DEFAULT],
})

const neverLeading: Leadership = { isLeading: false, whenLeading: () => () => undefined }

/** Disabled controllers follow objects, because other parts read what they know, but do not act. */
export function controllerContexts(
  context: ControllerContext,
  config: ControllersConfig,
): (name: ControllerName) => ControllerContext {
  const passive = { ...context, leadership: neverLeading }
  return (name) => (isControllerEnabled(name, config) ? context : passive)
}
