import { Suspense } from 'react'
import { useApp } from '../store/create-store.ts'
import type { DocumentTab } from '../store/navigation-slice.ts'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { narrowWindow, useMediaQuery } from '../ui/use-media-query.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { selectHasInspectorSubject } from './inspector-subject.ts'
import { inspectorOf, screenOf } from './screens.tsx'
import styles from './shell.module.css'
import { appLabels } from './app-labels.ts'

/** All open documents stay mounted, so that nothing is lost by looking at another one; one of them is shown. */
export function Documents() {
  const documents = useApp((state) => state.documents)
  const activeId = useApp((state) => state.activeDocumentId)
  return documents.map((tab) => <DocumentView key={tab.id} tab={tab} isActive={tab.id === activeId} />)
}

function DocumentView({ tab, isActive }: { readonly tab: DocumentTab; readonly isActive: boolean }) {
  return (
    <div
      className={styles.document}
      hidden={!isActive}
      data-document={tab.id}
      data-kind={tab.kind}
      data-title={tab.title}
    >
      <div className={styles.screen}>
        <ErrorBoundary pane={tab.title}>
          <Suspense fallback={<LoadingScreen title={tab.title} />}>
            <Screen tab={tab} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <Inspector tab={tab} />
    </div>
  )
}

/** A component of its own, so that whatever goes wrong in making a screen stays inside its boundary. */
function Screen({ tab }: { readonly tab: DocumentTab }) {
  return screenOf(tab)
}

function LoadingScreen({ title }: { readonly title: string }) {
  return (
    <div className={styles.loading} aria-busy="true">
      <span className="visually-hidden">{appLabels.documents.loading(title)}</span>
      {[72, 58, 64, 40, 52].map((width) => (
        <Skeleton key={width} width={`${String(width)}%`} height={12} />
      ))}
    </div>
  )
}

/** At the right; below 1000 px a drawer that is opened by its button or command and covers part of the document. */
function Inspector({ tab }: { readonly tab: DocumentTab }) {
  const isNarrow = useMediaQuery(narrowWindow)
  const isOpen = useApp((state) => (isNarrow ? state.isInspectorDrawerOpen : state.settings.isInspectorOpen))
  const hasSubject = useApp(selectHasInspectorSubject)
  const content = inspectorOf(tab)
  if (content === null || !isOpen || !hasSubject) return null
  return (
    <aside
      aria-label={appLabels.documents.inspector}
      data-testid="inspector"
      className={cx(styles.inspector, isNarrow && styles.drawer)}
    >
      <ErrorBoundary pane={appLabels.documents.inspector}>
        <Suspense fallback={<LoadingScreen title={appLabels.documents.inspector} />}>{content}</Suspense>
      </ErrorBoundary>
    </aside>
  )
}
