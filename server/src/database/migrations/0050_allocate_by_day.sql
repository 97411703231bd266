-- Allocation is told what day it is; its old form would be ambiguous beside the new one.
drop function if exists stock.allocate(uuid, bigint[], text, bigint[]);
