"""Roles on the stand-in, for tests."""

from bot.playground.descriptions import role_object
from bot.playground.permissions import Permission
from bot.playground.server import Playground


def give_role(playground: Playground, name: str, *people: str) -> str:
    """Create a role on the first server, and give it to these people. Returns its id."""
    world = playground.world
    guild = next(iter(world.state.guilds.rows.values()))
    role = role_object(world.ids.next(), name, Permission(0))
    guild["roles"].append(role | {"position": len(guild["roles"])})
    world.state.guilds.put(guild)
    told = {"guild_id": guild["id"], "role": guild["roles"][-1]}
    world.tell("GUILD_ROLE_CREATE", told, guild_id=guild["id"])
    for person in world.state.users.rows.values():
        if person["global_name"] in people:
            member = world.member(guild["id"], person["id"])
            member["roles"].append(role["id"])
            world.state.members.put(member)
    return str(role["id"])
