import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { headTime } from './head-time.js'

const PODS = '/api/v1/namespaces/a/pods'

describe('the time that the head of a response may take', () => {
  it('has no limit for logs, watches and streams', () => {
    for (const path of [
      `${PODS}/p/log?follow=true`,
      `${PODS}/p/exec?command=sh`,
      `${PODS}/p/attach`,
      `${PODS}/p/portforward?ports=80`,
      '/api/v1/namespaces/a/services/http:web:80/proxy/path?x=1',
      '/api/v1/nodes/n1/proxy/logs/',
      `${PODS}?watch=true`,
      `${PODS}?limit=1&watch=1`,
    ])
      assert.equal(headTime(path), undefined, path)
  })

  it('is longer than a member takes to give up on any other request', () => {
    for (const path of [PODS, `${PODS}/log`, `${PODS}/p/status`, `${PODS}?watch=false`, '/readyz', '/'])
      assert.ok((headTime(path) ?? 0) > 60_000, path)
  })
})
