import type { Json } from '../support/client.js'

/** A definition with every schema construct that OpenAPI expresses differently. */
export const WALDO: Json = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'waldos.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'waldos', kind: 'Waldo' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            description: 'Waldo for testing',
            type: 'object',
            properties: {
              spec: {
                description: 'Specification of Waldo',
                type: 'object',
                required: ['bars', 'perhaps'],
                properties: {
                  bars: {
                    description: 'List of bars',
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string', description: 'Name of a bar', example: 'a', title: '' },
                        size: { type: 'integer', minimum: 0, exclusiveMinimum: false, default: 0 },
                        quxes: { type: 'array', description: 'List of quxes', items: { type: 'string' } },
                      },
                    },
                  },
                  openList: {
                    description: 'Anything goes',
                    type: 'array',
                    'x-kubernetes-preserve-unknown-fields': true,
                    items: { type: 'object', properties: { a: { type: 'string' } } },
                  },
                  open: {
                    description: 'Free object',
                    type: 'object',
                    'x-kubernetes-preserve-unknown-fields': true,
                    properties: { known: { type: 'string', description: 'Known one' } },
                  },
                  perhaps: { type: 'object', nullable: true, properties: { x: { type: 'string' } } },
                  port: { 'x-kubernetes-int-or-string': true },
                  target: {
                    'x-kubernetes-int-or-string': true,
                    anyOf: [{ pattern: '^a' }, { minimum: 1 }],
                  },
                  pod: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
}

/** A definition that preserves unknown fields. */
export const BLANK: Json = {
  ...WALDO,
  metadata: { name: 'blanks.example.com' },
  spec: {
    ...WALDO.spec,
    names: { plural: 'blanks', kind: 'Blank' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            description: 'Blank for testing',
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { spec: { type: 'object' } },
          },
        },
      },
    ],
  },
}

export const waldo = (name: string): Json => ({
  apiVersion: 'example.com/v1',
  kind: 'Waldo',
  metadata: { name },
  spec: {
    bars: [{ name: 'a', quxes: ['x'], size: 1 }],
    openList: [{ a: 'b', c: 1 }, { d: 2 }],
    open: { known: 'a', unknown: { deep: [1] } },
    perhaps: { x: 'y' },
    port: 'web',
    pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { whatever: 1 } },
  },
})

export const blank = (name: string): Json => ({
  apiVersion: 'example.com/v1',
  kind: 'Blank',
  metadata: { name },
  more: { x: [1] },
})
