import { memberAccess } from '#federation/members/credentials.js'
import { CredentialsError, type MemberAccess } from '#federation/members/kubeconfig.js'
import { JoinError } from './api-objects.js'
import { readKubeconfigFile } from './kubeconfig-file.js'

/** How a server is reached with a kubeconfig of who runs a command. Rejects with `JoinError`. */
export function accessByFile(kubeconfig: string, context: string): Promise<MemberAccess> {
  return explained(async () => {
    const access = await readKubeconfigFile(kubeconfig, context || undefined)
    const { server } = await memberAccess(access.server, undefined)
    return { ...access, server }
  })
}

/** How a server is reached that asks its clients for no credentials. Rejects with `JoinError`. */
export function openAccess(server: string): Promise<MemberAccess> {
  return explained(() => memberAccess(server, undefined))
}

async function explained(find: () => Promise<MemberAccess>): Promise<MemberAccess> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof CredentialsError)) throw error
    throw new JoinError(error.message, { cause: error })
  }
}
