/** Paths of the server's own API. Each is a non-resource URL, for which a ClusterRole may grant permissions. */
export const BACKUP_PATH = '/binnacle/v1/backup'
export const CHANGES_PATH = '/binnacle/v1/changes'
export const IDENTITY_PATH = '/binnacle/v1/identity'
export const READ_ONLY_PATH = '/binnacle/v1/read-only'
export const REWRITE_PATH = '/binnacle/v1/rewrite'
