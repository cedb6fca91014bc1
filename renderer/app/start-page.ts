import type { AppMessage } from '../../shared/model/app.ts'
import { background, invoke, openStream } from '../bridge/bridge.ts'
import { commands } from '../commands/registry.ts'
import { noticeJobEnds } from '../features/jobs/job-notices.ts'
import { appStore } from '../store/create-store.ts'
import { keepDocuments } from './kept-documents.ts'
import { openFile, openFileInLive, openLiveByPid } from './open-documents.ts'
import { wordNotice } from './notices/notice-wording.ts'
import { receiveSystemTheme } from './theme/system-theme.ts'

/** Runs once per page: asks main what it needs to know, listens to what main tells every window, obeys the command line. */
export function startPage(): void {
  const { receiveSettings, receiveFacts } = appStore.getState()
  background(invoke('settings.get', {}).then(receiveSettings), 'settings.get')
  background(
    invoke('app.facts', {}).then((facts) => {
      receiveFacts(facts)
      for (const pid of facts.start.pids) openLiveByPid(pid, facts.start.isLive)
      const { filePath, isLive, link } = facts.start
      if (filePath !== null && isLive) openFileInLive(filePath)
      else if (filePath !== null) openFile(filePath, link)
    }),
    'app.facts',
  )
  background(keepDocuments(), 'kept-documents')
  openStream('app.messages', null, { onMessage: receiveMessage })
  noticeJobEnds()
  openStream('jobs.changes', null, { onMessage: appStore.getState().receiveJobs })
}

function receiveMessage(message: AppMessage): void {
  const state = appStore.getState()
  switch (message.kind) {
    case 'settings':
      state.receiveSettings(message.settings)
      break
    case 'disk':
      state.receiveDisk(message.freeBytes)
      break
    case 'open-process':
      openLiveByPid(message.pid, message.isLive)
      break
    case 'command':
      commands.run(message.id)
      break
    case 'system-theme':
      receiveSystemTheme(message.theme)
      break
    case 'quit-asked':
      state.setQuitAsked(true)
      break
    case 'quit-settled':
      state.setQuitAsked(false)
      break
    case 'notice':
      state.addNotice(wordNotice(message))
      break
  }
}
