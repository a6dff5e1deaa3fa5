/** The metadata that every stored object has. */
export interface StoredMetadata {
  name: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
}

/** An object as the server returns it. */
export type Stored<T> = T & { metadata: StoredMetadata }
