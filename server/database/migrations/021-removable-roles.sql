-- Dots alone cannot be named in an address, so that these roles could be given and not taken away.
update users set roles = array_remove(array_remove(roles, '.'), '..') where roles && array['.', '..'];
