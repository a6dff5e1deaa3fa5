import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigDocumentError, decodeConfigDocument, readConfigDocument } from '#access/config-document.js'
import { DEFAULT_POD_SECURITY, type PodSecurityConfig } from '#admission/pod-security/configuration.js'
import { StartError } from '#server/config.js'
import { admissionDocument, CONFIGURABLE, podSecurityDocument, podSecurityOf } from './admission-document.js'

const FLAG = '--admission-control-config-file'

/** Reads the file of `--admission-control-config-file`. Rejects with `StartError`. */
export async function readAdmissionFile(path: string): Promise<PodSecurityConfig> {
  const { plugins } = await read(path, async (content) => readConfigDocument(admissionDocument, content))
  const section = plugins?.find(({ name }) => name === CONFIGURABLE)
  if (section?.path) {
    const own = resolve(dirname(path), section.path)
    return podSecurityOf(await read(own, (content) => readConfigDocument(podSecurityDocument, content)))
  }
  const { configuration } = section ?? {}
  if (configuration === undefined) return DEFAULT_POD_SECURITY
  return podSecurityOf(await read(path, async () => decodeConfigDocument(podSecurityDocument, configuration)))
}

async function read<T>(path: string, decode: (content: Buffer) => Promise<T>): Promise<T> {
  try {
    return await decode(await readFile(path))
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (isSystemError) throw new StartError(`${FLAG}: ${error.message}`, { cause: error })
    if (error instanceof ConfigDocumentError)
      throw new StartError(`${FLAG}: ${path}: ${error.message}`, { cause: error })
    throw error
  }
}
