import type { StoredObjects } from '#admission/stored-objects.js'
import type { Namespace } from '#kinds/core/namespace/schema.js'

/** The annotation of a namespace; undefined without one. */
export const namespaceAnnotation = (
  stored: StoredObjects,
  namespace: string | undefined,
  annotation: string,
): string | undefined =>
  stored.get<Namespace>('core/namespaces/', undefined, namespace ?? '')?.metadata.annotations?.[annotation]
