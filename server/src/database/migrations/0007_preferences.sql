-- One row per account from its first change on; until then the defaults of the application stand.
create table identity.preferences (
  account_id uuid not null,
  notify_email boolean not null,
  notify_push boolean not null,
  notify_sms boolean not null,
  notify_marketing boolean not null,
  language text not null,
  timezone text not null,
  theme text not null,
  updated_at timestamptz not null,
  constraint preferences_pkey primary key (account_id),
  constraint preferences_account_fkey foreign key (account_id)
    references identity.accounts (id) on delete cascade,
  constraint preferences_language_check check (language in ('en', 'es', 'fr', 'de')),
  constraint preferences_timezone_check check (timezone in ('UTC', 'EST', 'PST', 'GMT')),
  constraint preferences_theme_check check (theme in ('light', 'dark', 'auto'))
);
grant select, insert, update, delete on identity.preferences to stowage_app;
