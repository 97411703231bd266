import type { AuditAction } from '@stowage/contract/platforms/audit'
import type { EventArea, EventName, SharedPayload } from '@stowage/contract/workspace/event-types'

/** The fields every record has; its row may have more. */
export type RecordRow = { id: string; version: number }

/** A kind of record as its module declares it: what is told of its changes. */
export interface RecordKind<Row extends RecordRow, Area extends EventArea> {
  /** The noun in refusals, audit entries and events: `zone`. */
  type: Area
  /** The audit action of each change; its event is `<type>.<change>`. */
  changes: Record<EventName<Area>, AuditAction>
  /** What the audit log calls it: its code. */
  nameOf: (row: Row) => string
  /** What each event carries. */
  carried: (row: Row) => SharedPayload<Area> & { warehouseId?: string }
}

export const defineRecord = <Row extends RecordRow, Area extends EventArea>(
  definition: RecordKind<Row, Area>,
): RecordKind<Row, Area> => definition

/** The audit actions of the changes that every record has: `ZONE_CREATED`. */
export const actionsOf = <const Noun extends string>(noun: Noun) =>
  ({
    created: `${noun}_CREATED`,
    updated: `${noun}_UPDATED`,
    archived: `${noun}_ARCHIVED`,
    restored: `${noun}_RESTORED`,
  }) as const
