import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';

export type ExposedSecretKind = 'api_key' | 'signing_secret';

export interface KeyToRotate {
  readonly id: string;
  readonly name: string;
  /** E-mail addresses of the former owners who know the secrets. */
  readonly knownBy: readonly string[];
  readonly secrets: readonly ExposedSecretKind[];
  /** When the last of the known secrets expires; null if one of them is a current secret. */
  readonly validUntil: Date | null;
}

/**
 * Returns the keys of which a former owner knows a secret: the audit log shows that the former
 * owner created the key, rotated a secret, or viewed the signing secret. A key leaves the list when
 * none of these secrets is valid any more.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function listKeysToRotate(db: Db, actor: Member, now: Date): Promise<KeyToRotate[]> {
  assertMayAdminister(actor);
  const at = now.toISOString();
  const rows = await db.execute<{
    id: string;
    name: string;
    known_by: string[];
    secrets: ExposedSecretKind[];
    valid_until: string | null;
  }>(sql`
    with shown as (
      select k.id, k.name, k.created_at, coalesce(u.name, u.email) as person, a.action, a.at,
        (k.expires_at is null or k.expires_at > ${at}::timestamptz) as usable
      from api_key k
      join audit_entry a on a.subject = k.id and a.merchant_id = k.merchant_id
      join app_user u on u.id = a.user_id
      left join membership m on m.merchant_id = a.merchant_id and m.user_id = a.user_id
      where k.merchant_id = ${actor.merchantId} and k.revoked_at is null
        and m.role is distinct from 'owner'
    ), known as (
      select shown.id, shown.name, shown.created_at, person, 'api_key' as secret, s.expires_at
      from shown
      join api_key_secret s on s.api_key_id = shown.id and s.created_at = shown.at
      where usable and action in ('key.create', 'key.rotate')
      union all
      select shown.id, shown.name, shown.created_at, person, 'signing_secret', s.expires_at
      from shown
      join signing_secret s on s.owner_id = shown.id
        and (s.created_at = shown.at and action in ('key.create', 'signing_secret.rotate')
          or s.created_at <= shown.at and action = 'signing_secret.reveal')
    )
    select id, name, array_agg(distinct person order by person) as known_by,
      array_agg(distinct secret order by secret) as secrets,
      case when bool_or(expires_at is null) then null
        else to_char(max(expires_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      end as valid_until
    from known
    where expires_at is null or expires_at > ${at}::timestamptz
    group by id, name, created_at
    order by created_at desc, name, id
  `);
  return rows.map(({ id, name, known_by, secrets, valid_until }) => ({
    id,
    name,
    knownBy: known_by,
    secrets,
    validUntil: valid_until === null ? null : new Date(valid_until),
  }));
}
