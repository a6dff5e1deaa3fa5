import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustNotBeNegative } from '../../../meta/field-rules.js'
import { alternatives, validateOneOf } from '../alternatives.js'
import { httpHeaderName } from '../formats.js'
import { mustBePort } from '../port-rules.js'
import type { ExecAction, Handler, HTTPGetAction, Lifecycle, Probe, TCPSocketAction } from './probe.js'

const HANDLERS = alternatives<Handler>({
  exec: validateExec,
  httpGet: validateHttpGet,
  tcpSocket: validateTcpSocket,
})

function validateHandler(handler: Handler, errors: FieldErrors): void {
  if (!validateOneOf(handler, HANDLERS, 'may not specify more than 1 handler type', errors)) {
    errors.required('', 'must specify a handler type')
  }
}

function validateExec({ command }: ExecAction, errors: FieldErrors): void {
  mustBeGiven('command', command, errors)
}

const SCHEMES = ['HTTP', 'HTTPS']

function validateHttpGet({ path, port, scheme, httpHeaders }: HTTPGetAction, errors: FieldErrors): void {
  mustBeGiven('path', path, errors)
  mustBePort('port', port, errors)
  mustBeOneOf('scheme', scheme, SCHEMES, errors)
  // The recorded answers name the list, not the header.
  for (const { name } of httpHeaders ?? []) errors.format('httpHeaders', name, httpHeaderName)
}

function validateTcpSocket({ port }: TCPSocketAction, errors: FieldErrors): void {
  mustBePort('port', port, errors)
}

export function validateProbe(probe: Probe, errors: FieldErrors): void {
  validateHandler(probe, errors)
  mustNotBeNegative('initialDelaySeconds', probe.initialDelaySeconds, errors)
  mustNotBeNegative('timeoutSeconds', probe.timeoutSeconds, errors)
  mustNotBeNegative('periodSeconds', probe.periodSeconds, errors)
  mustNotBeNegative('successThreshold', probe.successThreshold, errors)
  mustNotBeNegative('failureThreshold', probe.failureThreshold, errors)
}

/** A container that is alive is alive; there is nothing to count. */
export function validateLivenessProbe(probe: Probe, errors: FieldErrors): void {
  validateProbe(probe, errors)
  const { successThreshold } = probe
  if (successThreshold !== 1) errors.invalid('successThreshold', successThreshold, 'must be 1')
}

export function validateLifecycle({ postStart, preStop }: Lifecycle, errors: FieldErrors): void {
  errors.member('postStart', postStart, validateHandler)
  errors.member('preStop', preStop, validateHandler)
}
