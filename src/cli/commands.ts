import { agentCommand } from './agent.js'
import { backupCommand } from './backup/backup.js'
import { checkCommand } from './backup/check.js'
import { keygenCommand } from './backup/keygen.js'
import { migrateCommand } from './backup/migrate.js'
import { restoreCommand } from './backup/restore.js'
import { clustersCommand, explainPlacementCommand, joinCommand, unjoinCommand } from './cluster-commands.js'
import type { Command } from './command.js'
import { configCheckCommand, configPrintCommand, configSchemaCommand } from './config/config-commands.js'
import { cordonCommand, drainCommand, taintCommand, uncordonCommand } from './federation/cluster-life.js'
import { federationUpCommand } from './federation/up.js'
import { kubeApiserverCommand } from './kube-apiserver/kube-apiserver.js'
import { kubeconfigCommand } from './kubeconfig.js'
import { serveCommand } from './serve-command.js'
import { completionCommand, manCommand } from './setup/setup-commands.js'
import { rewriteCommand } from './store/rewrite.js'
import { exportCommand, importCommand, verifyCommand } from './store/store-commands.js'
import { recordCommand } from './testing/record.js'
import { testCommand } from './testing/test.js'
import { versionCommand } from './version.js'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command<unknown>[] = [
  serveCommand,
  kubeApiserverCommand,
  configCheckCommand,
  configPrintCommand,
  configSchemaCommand,
  testCommand,
  recordCommand,
  keygenCommand,
  checkCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  exportCommand,
  importCommand,
  verifyCommand,
  rewriteCommand,
  kubeconfigCommand,
  joinCommand,
  unjoinCommand,
  clustersCommand,
  agentCommand,
  explainPlacementCommand,
  cordonCommand,
  uncordonCommand,
  drainCommand,
  taintCommand,
  federationUpCommand,
  completionCommand(() => COMMANDS),
  manCommand(() => COMMANDS),
  versionCommand,
]
