import { type HostileRequest, hostile, MIB } from '../support/hostile-request.js'
import { STOCK } from '../support/hostile-server.js'

const read = (path: string, accept = 'application/json', expect = 200) =>
  hostile(`${path} as ${accept}`, {
    expect,
    request: () => ({ method: 'GET', path, headers: { accept } }),
    responseLimit: 60 * MIB,
  })

/** The first requests for discovery and OpenAPI documents, and all objects in every encoding. */
export const documents: readonly HostileRequest[] = [
  read('/openapi/v2'),
  read('/openapi/v2', 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'),
  read('/openapi/v3'),
  read('/openapi/v3/apis/extensions/v1beta1'),
  read('/', 'text/html'),
  read('/docs', 'text/html'),
  read('/metrics', 'text/plain'),
  read('/apis'),
  read(STOCK),
  read(STOCK, 'application/yaml'),
  read(STOCK, 'application/vnd.kubernetes.protobuf'),
  read(STOCK, 'application/json;as=Table;v=v1;g=meta.k8s.io'),
  read(STOCK, 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'),
  read(`${STOCK}?pretty=true`),
]
