import { PanelRight, X } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { commands } from '../../commands/registry.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import type { DocumentTab } from '../../store/navigation-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ContextMenu, type MenuEntry } from '../../ui/overlay/menu.tsx'
import { narrowWindow, useMediaQuery } from '../../ui/use-media-query.ts'
import styles from './document-tabs.module.css'
import { definitionOf } from '../document-kinds.ts'
import { selectHasInspector } from '../inspector-subject.ts'
import { appLabels } from '../app-labels.ts'

/**
 * Open documents. A list of buttons rather than the tab pattern: each has a button of its own to close it, which may not
 * stand inside a tab. Order: drag, or the context menu.
 */
export function DocumentTabs() {
  const documents = useApp((state) => state.documents)
  const activeId = useApp((state) => state.activeDocumentId)
  const hasInspector = useApp(selectHasInspector)
  return (
    <nav className={styles.tabs} aria-label={appLabels.documentTabs.documents}>
      <ul className={styles.list}>
        {documents.map((tab, index) => (
          <DocumentTabItem
            key={tab.id}
            tab={tab}
            index={index}
            isActive={tab.id === activeId}
            pid={tellingPid(tab, documents)}
          />
        ))}
      </ul>
      <span className={styles.end}>{hasInspector && <InspectorButton />}</span>
    </nav>
  )
}

interface DocumentTabItemProps {
  readonly tab: DocumentTab
  readonly index: number
  readonly isActive: boolean
  /** Shown when another document has the same title. */
  readonly pid: number | null
}

/** Two processes of one name: their pids tell their documents apart. Null where the title is enough. */
function tellingPid(tab: DocumentTab, documents: readonly DocumentTab[]): number | null {
  if (!documents.some((other) => other !== tab && other.title === tab.title)) return null
  return definitionOf(tab).pidOf?.(tab) ?? null
}

const dragType = 'application/x-pipescope-document'

function DocumentTabItem({ tab, index, isActive, pid }: DocumentTabItemProps) {
  const { activateDocument, closeDocument, moveDocument } = useDocumentActions()
  const item = useRef<HTMLLIElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  useEffect(() => {
    const list = item.current?.parentElement
    if (!isActive || !list) return
    const show = () => item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // A window made narrower would push the tab in front out of sight.
    const observer = new ResizeObserver(show)
    observer.observe(list)
    return () => observer.disconnect()
  }, [isActive])
  const isClosable = tab.kind !== 'processes'
  const drop = (event: DragEvent) => {
    const id = event.dataTransfer.getData(dragType)
    if (id === '') return
    event.preventDefault()
    event.stopPropagation()
    moveDocument(id, index)
  }
  return (
    <ContextMenu entries={menuOf(tab)}>
      {/* The pointer’s shortcuts; keys and menu do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <li
        ref={item}
        className={styles.item}
        data-active={isActive || undefined}
        data-home={!isClosable || undefined}
        data-dragged={isDragged || undefined}
        draggable={isClosable}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, tab.id)
          setIsDragged(true)
        }}
        onDragEnd={() => {
          setIsDragged(false)
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
        }}
        onDrop={drop}
        onAuxClick={(event) => {
          if (event.button === 1) closeDocument(tab.id)
        }}
      >
        <button
          type="button"
          className={cx(styles.tab, isClosable && styles.closable)}
          aria-current={isActive ? 'page' : undefined}
          title={tab.title}
          onClick={() => {
            activateDocument(tab.id)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Delete' || !isClosable) return
            event.preventDefault()
            closeDocument(tab.id)
          }}
        >
          <Icon icon={definitionOf(tab).icon(tab)} size={14} />
          <span className="ellipsis">{tab.title}</span>
          {pid !== null && <span className={cx(styles.pid, 'tabular')}>{pid}</span>}
        </button>
        {isClosable && (
          <button
            type="button"
            className={styles.close}
            aria-label={
              pid === null
                ? appLabels.documentTabs.closeDocument(tab.title)
                : appLabels.documentTabs.closeProcess(tab.title, String(pid))
            }
            title={appLabels.documentTabs.closeHint(showKeys('Mod+W', isMac))}
            onClick={() => {
              closeDocument(tab.id)
            }}
          >
            <Icon icon={X} size={12} />
          </button>
        )}
      </li>
    </ContextMenu>
  )
}

function useDocumentActions() {
  const activateDocument = useApp((state) => state.activateDocument)
  const closeDocument = useApp((state) => state.closeDocument)
  const moveDocument = useApp((state) => state.moveDocument)
  return { activateDocument, closeDocument, moveDocument }
}

function menuOf(tab: DocumentTab): readonly MenuEntry[] {
  const isHome = tab.kind === 'processes'
  const { closeDocument, documents, moveDocument, closedDocuments } = appStore.getState()
  const index = documents.indexOf(tab)
  const others = documents.filter((other) => other !== tab && other.kind !== 'processes')
  return [
    {
      kind: 'item',
      label: appLabels.documentTabs.close,
      shortcut: showKeys('Mod+W', isMac),
      isDisabled: isHome,
      run: () => {
        closeDocument(tab.id)
      },
    },
    {
      kind: 'item',
      label: appLabels.documentTabs.closeOthers,
      isDisabled: others.length === 0,
      run: () => {
        for (const other of others) closeDocument(other.id)
      },
    },
    { kind: 'separator' },
    {
      kind: 'item',
      label: appLabels.documentTabs.moveLeft,
      isDisabled: isHome || index <= 1,
      run: () => {
        moveDocument(tab.id, index - 1)
      },
    },
    {
      kind: 'item',
      label: appLabels.documentTabs.moveRight,
      isDisabled: isHome || index === documents.length - 1,
      run: () => {
        moveDocument(tab.id, index + 1)
      },
    },
    { kind: 'separator' },
    {
      kind: 'item',
      label: appLabels.documentTabs.reopenClosedDocument,
      shortcut: showKeys('Mod+Shift+T', isMac),
      isDisabled: closedDocuments.length === 0,
      run: () => {
        commands.run('tabs.reopen')
      },
    },
  ]
}

function InspectorButton() {
  const isNarrow = useMediaQuery(narrowWindow)
  const isOpen = useApp((state) => (isNarrow ? state.isInspectorDrawerOpen : state.settings.isInspectorOpen))
  return (
    <IconButton
      icon={PanelRight}
      size="small"
      label={isOpen ? appLabels.documentTabs.hideInspector : appLabels.documentTabs.showInspector}
      shortcut={showKeys('Mod+I', isMac)}
      onClick={() => {
        commands.run('inspector.toggle')
      }}
    />
  )
}
