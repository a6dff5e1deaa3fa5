import { type Alternatives, alternatives, validateOneOf } from '#kinds/shared/alternatives.js'
import { httpHeaderName } from '#kinds/shared/formats.js'
import { mustBePort, mustBePortNumber } from '#kinds/shared/network.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import type {
  ExecAction,
  GRPCAction,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  Probe,
  ProbeHandler,
  SleepAction,
  TCPSocketAction,
} from './probe.js'

const CHECKS = alternatives<ProbeHandler, PodRules>({
  exec: validateExec,
  httpGet: validateHttpGet,
  tcpSocket: validateTcpSocket,
  grpc: validateGrpc,
})
const HOOKS = alternatives<LifecycleHandler, HookContext>({
  exec: validateExec,
  httpGet: (action, errors, { rules }) => validateHttpGet(action, errors, rules),
  tcpSocket: (action, errors, { rules }) => validateTcpSocket(action, errors, rules),
  sleep: validateSleep,
})

function validateHandler<C>(
  handler: object,
  choices: Alternatives<C>,
  errors: FieldErrors,
  context: C,
): void {
  if (!validateOneOf(handler, choices, 'may not specify more than 1 handler type', errors, context)) {
    errors.required('', 'must specify a handler type')
  }
}

/** What the rules on hooks need to know about the pod. */
export interface HookContext {
  readonly rules: PodRules
  /** In seconds. */
  readonly gracePeriod: number
}

function validateHook(hook: LifecycleHandler, errors: FieldErrors, context: HookContext): void {
  validateHandler(hook, HOOKS, errors, context)
}

function validateSleep({ seconds }: SleepAction, errors: FieldErrors, { gracePeriod }: HookContext): void {
  if (seconds >= 0 && seconds <= gracePeriod) return
  errors.invalid(
    '',
    seconds,
    `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`,
  )
}

function validateExec({ command }: ExecAction, errors: FieldErrors): void {
  mustBeGiven('command', command, errors)
}

const SCHEMES = ['HTTP', 'HTTPS']

function validateHttpGet(
  { path, port, scheme, httpHeaders }: HTTPGetAction,
  errors: FieldErrors,
  { portName }: PodRules,
): void {
  mustBeGiven('path', path, errors)
  mustBePort('port', port, errors, portName)
  mustBeOneOf('scheme', scheme, SCHEMES, errors)
  // Kubernetes reports the list, not the header.
  for (const { name } of httpHeaders ?? []) errors.format('httpHeaders', name, httpHeaderName)
}

function validateTcpSocket({ port }: TCPSocketAction, errors: FieldErrors, { portName }: PodRules): void {
  mustBePort('port', port, errors, portName)
}

function validateGrpc({ port }: GRPCAction, errors: FieldErrors): void {
  mustBePortNumber('port', port, errors)
}

export function validateProbe(probe: Probe, errors: FieldErrors, rules: PodRules): void {
  validateHandler(probe, CHECKS, errors, rules)
  mustNotBeNegative('initialDelaySeconds', probe.initialDelaySeconds, errors)
  mustNotBeNegative('timeoutSeconds', probe.timeoutSeconds, errors)
  mustNotBeNegative('periodSeconds', probe.periodSeconds, errors)
  mustNotBeNegative('successThreshold', probe.successThreshold, errors)
  mustNotBeNegative('failureThreshold', probe.failureThreshold, errors)
  const { terminationGracePeriodSeconds: seconds } = probe
  if (seconds !== undefined && seconds <= 0) {
    errors.invalid('terminationGracePeriodSeconds', seconds, 'must be greater than 0')
  }
}

/** The success threshold of a liveness probe must be 1. */
export function validateLivenessProbe(probe: Probe, errors: FieldErrors, rules: PodRules): void {
  validateProbe(probe, errors, rules)
  const { successThreshold } = probe
  if (successThreshold !== 1) errors.invalid('successThreshold', successThreshold, 'must be 1')
}

export function validateLifecycle(
  { postStart, preStop }: Lifecycle,
  errors: FieldErrors,
  context: HookContext,
): void {
  errors.field('postStart', postStart, validateHook, context)
  errors.field('preStop', preStop, validateHook, context)
}

export function validateReadinessProbe(probe: Probe, errors: FieldErrors, rules: PodRules): void {
  validateProbe(probe, errors, rules)
  const { terminationGracePeriodSeconds: seconds } = probe
  if (seconds !== undefined) {
    errors.invalid('terminationGracePeriodSeconds', seconds, 'must not be set for readinessProbes')
  }
}
