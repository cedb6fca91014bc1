import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { answerQuit, noteQuitShown } from './job-commands.ts'
import styles from './quit-dialog.module.css'
import { kindWords, wordState } from './job-words.ts'

/** What becomes of running jobs when the person quits. Escape stays. */
export function QuitDialog() {
  const isAsked = useApp((state) => state.isQuitAsked)
  const running = useApp(useShallow((state) => state.mainJobs.filter((job) => job.state === 'running')))
  const count = running.length
  useEffect(() => {
    if (isAsked) noteQuitShown()
  }, [isAsked])
  return (
    <Dialog
      isOpen={isAsked}
      onClose={() => {
        answerQuit('stay')
      }}
      title={count === 1 ? 'One job is still running' : `${String(count)} jobs are still running`}
      description={
        count === 1
          ? 'Quitting ends it. Choose what to do with it.'
          : 'Quitting ends them. Choose what to do with them.'
      }
      footer={
        <>
          <Button onClick={() => answerQuit('stay')}>Cancel</Button>
          <Button kind="danger" title="Ends them immediately and keeps nothing" onClick={() => answerQuit('discard')}>
            Discard
          </Button>
          <Button
            title="Closes the windows; Pipescope exits when the jobs finish"
            onClick={() => answerQuit('finish-first')}
          >
            Finish in the background
          </Button>
          <Button kind="primary" onClick={() => answerQuit('stop-and-save')}>
            Stop and save
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {running.map((job) => (
          <li key={job.id}>
            <span className={styles.title}>{`${kindWords[job.kind]}: ${job.title}`}</span>
            <span className={styles.text}>{wordState(job)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
