import { expect, test } from 'vitest'
import { parseCommand } from './command-line.ts'

test.each([
  ['audit verify', { noun: 'audit', platform: undefined }],
  ['audit verify --platform acme', { noun: 'audit', platform: 'acme' }],
  ['stock verify', { noun: 'stock', platform: undefined }],
  ['stock verify --platform acme', { noun: 'stock', platform: 'acme' }],
  ['backup /backups/monday', { noun: 'backup', directory: '/backups/monday' }],
  ['restore monday', { noun: 'restore', directory: 'monday' }],
  ['account verify a@b.c', { noun: 'account', verb: 'verify', email: 'a@b.c' }],
  ['account suspend a@b.c', { noun: 'account', verb: 'suspend', email: 'a@b.c' }],
  ['account restore a@b.c', { noun: 'account', verb: 'restore', email: 'a@b.c' }],
  ['platform suspend acme', { noun: 'platform', verb: 'suspend', slug: 'acme' }],
  ['platform restore acme', { noun: 'platform', verb: 'restore', slug: 'acme' }],
  ['keys rotate', { noun: 'keys', now: false }],
  ['keys rotate --now', { noun: 'keys', now: true }],
  ['cell list', { noun: 'cell', verb: 'list' }],
  ['cell clean', { noun: 'cell', verb: 'clean' }],
  ['cell add b', { noun: 'cell', verb: 'add', name: 'b' }],
  ['cell drain b', { noun: 'cell', verb: 'drain', name: 'b' }],
  ['cell activate b', { noun: 'cell', verb: 'activate', name: 'b' }],
  ['cell move acme b', { noun: 'cell', verb: 'move', platform: 'acme', target: 'b' }],
  ['cell move acme --back', { noun: 'cell', verb: 'move', platform: 'acme', target: undefined }],
  ['cell move acme b --back', { noun: 'cell', verb: 'move', platform: 'acme', target: undefined }],
  ['help', 'help'],
  ['--help', 'help'],
  ['account --help', 'help'],
])('parses %s', (line, expected) => {
  expect(parseCommand(line.split(' '))).toEqual(expected)
})

test.each([
  '',
  'audit',
  'audit verify acme',
  'audit verify --platform',
  'audit verify --now',
  'stock verify acme',
  'backup',
  'restore',
  'backup monday tuesday',
  'restore monday --platform acme',
  'account',
  'account suspend',
  'account delete a@b.c',
  'account suspend a@b.c d@e.f',
  'account suspend a@b.c --platform acme',
  'platform verify acme',
  'keys rotate now',
  'keys rotate --later',
  'cell',
  'cell list b',
  'cell add',
  'cell drain b c',
  'cell move acme',
  'cell move acme b c',
  'cell drain b --back',
  'keys rotate --back',
  'help me',
])('rejects %j', (line) => {
  expect(parseCommand(line.split(' ').filter(Boolean))).toBeUndefined()
})
