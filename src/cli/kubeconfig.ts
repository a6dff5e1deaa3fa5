import { StartError } from '#server/config.js'
import type { KubeconfigRequest } from './kubeconfig-options.js'
import type { ProcessEnvironment } from './process-environment.js'

/** Prints a kubeconfig, and resolves with the exit code. */
export async function kubeconfigCommand(
  request: KubeconfigRequest,
  { print, printError }: Pick<ProcessEnvironment, 'print' | 'printError'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const { makeKubeconfig } = await import('#server/kubeconfig.js')
  try {
    print((await makeKubeconfig(request)).trimEnd())
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
}
