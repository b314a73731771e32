"""Whom a request is from."""

import contextlib
from ipaddress import IPv6Address, ip_address, ip_network

from aiohttp import web


def address_of(request: web.Request) -> str:
    """The caller's address, of IPv6 the network that one customer has.

    A proxy in front of us, on a private address, says for whom it asks.
    """
    peer = request.remote or ""
    with contextlib.suppress(ValueError):
        if ip_address(peer).is_private:
            lines = request.headers.getall("X-Forwarded-For", [])
            peer = lines[-1].rpartition(",")[2].strip() if lines else peer
        address = ip_address(peer)
        if isinstance(address, IPv6Address):  # a proxy may write IPv4 like that, too
            address = address.ipv4_mapped or address
        return str(ip_network((address, 64 if address.version == 6 else 32), strict=False))
    return peer
