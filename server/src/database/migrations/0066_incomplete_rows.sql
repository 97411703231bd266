-- Rows of a file may be imported without a part of what they say, such as the customer of an order.

alter table tenant.imports
  add column rows_incomplete int not null default 0;
