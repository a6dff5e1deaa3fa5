import { basename } from 'node:path'

const LINKED = 'kube-apiserver'

/** The arguments of the program. A link named `kube-apiserver` is the command of that name. */
export function argumentsOf([, script = '', ...rest]: readonly string[]): readonly string[] {
  return basename(script) === LINKED ? [LINKED, ...rest] : rest
}
