import type { StorageConfig } from '#server/config.js'
import type { OptionTable } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'

export type VerifyRequest = Pick<StorageConfig, 'dataDir'>

export const VERIFY_OPTIONS: OptionTable<VerifyRequest> = {
  dataDir: { ...STORAGE_OPTIONS.dataDir, help: 'the folder of the embedded storage' },
}
