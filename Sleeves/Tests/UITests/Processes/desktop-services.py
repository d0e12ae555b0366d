"""The services of a desktop that Sleeves talks to, for its tests: each call is a line of JSON on the standard output."""

import json
import sys

from gi.repository import Gio, GLib

INTERFACES = """
<node>
  <interface name="org.gnome.SessionManager">
    <method name="Inhibit">
      <arg name="application" type="s" direction="in"/> <arg name="window" type="u" direction="in"/>
      <arg name="reason" type="s" direction="in"/> <arg name="flags" type="u" direction="in"/>
      <arg name="cookie" type="u" direction="out"/>
    </method>
    <method name="Uninhibit"> <arg name="cookie" type="u" direction="in"/> </method>
  </interface>
  <interface name="org.freedesktop.portal.Inhibit">
    <method name="Inhibit">
      <arg name="window" type="s" direction="in"/> <arg name="flags" type="u" direction="in"/>
      <arg name="options" type="a{sv}" direction="in"/> <arg name="request" type="o" direction="out"/>
    </method>
    <method name="CreateMonitor">
      <arg name="window" type="s" direction="in"/> <arg name="options" type="a{sv}" direction="in"/>
      <arg name="request" type="o" direction="out"/>
    </method>
  </interface>
  <interface name="org.freedesktop.portal.Request"> <method name="Close"/> </interface>
  <interface name="org.freedesktop.Notifications">
    <method name="Notify">
      <arg name="application" type="s" direction="in"/> <arg name="replaced" type="u" direction="in"/>
      <arg name="icon" type="s" direction="in"/> <arg name="title" type="s" direction="in"/>
      <arg name="body" type="s" direction="in"/> <arg name="actions" type="as" direction="in"/>
      <arg name="hints" type="a{sv}" direction="in"/> <arg name="milliseconds" type="i" direction="in"/>
      <arg name="id" type="u" direction="out"/>
    </method>
    <method name="CloseNotification"> <arg name="id" type="u" direction="in"/> </method>
  </interface>
</node>
"""
ANSWERS = {"Inhibit": GLib.Variant("(u)", (42,)), "Notify": GLib.Variant("(u)", (7,))}
PORTAL = "/org/freedesktop/portal/desktop"
# The portal's only request, whose end ends what it asked for.
REQUEST = PORTAL + "/request/1"


def say(call, values):
    print(json.dumps({"call": call, "values": values}), flush=True)


def handle(connection, sender, path, interface, method, arguments, invocation):
    if interface.startswith("org.freedesktop.portal."):
        # It is said in the session manager's words.
        if method == "Inhibit":
            say(method, [str(arguments.unpack()[1])])
        elif method == "Close":
            say("Uninhibit", [])
        return invocation.return_value(None if method == "Close" else GLib.Variant("(o)", (REQUEST,)))
    # The picture among the hints is too long for a line.
    values = [sorted(value) if isinstance(value, dict) else value for value in arguments.unpack()]
    say(method, [str(value) for value in values])
    return invocation.return_value(ANSWERS.get(method))


def main():
    connection = Gio.bus_get_sync(Gio.BusType.SESSION)
    for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
        isRequest = interface.name == "org.freedesktop.portal.Request"
        isPortal = interface.name == "org.freedesktop.portal.Inhibit"
        path = REQUEST if isRequest else PORTAL if isPortal else "/" + interface.name.replace(".", "/")
        connection.register_object(path, interface, handle, None, None)
        if not isRequest:
            name = "org.freedesktop.portal.Desktop" if isPortal else interface.name
            Gio.bus_own_name_on_connection(connection, name, 0, None, None)
    say("ready", [])
    GLib.MainLoop().run()


sys.exit(main())
